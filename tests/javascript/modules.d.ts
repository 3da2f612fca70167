// What our tests use of these modules. Their own types would replace the browser's, such as that of setTimeout.

declare module "node:test" {
  export function test(name: string, work: () => void | Promise<void>): void;
  export function beforeEach(work: () => void): void;
  export const mock: {
    timers: { enable(options: { apis: string[] }): void; tick(milliseconds: number): void; reset(): void };
  };
}

declare module "node:assert/strict" {
  const assert: {
    (value: unknown, message?: string): asserts value;
    equal<T>(actual: T, expected: T, message?: string): void;
    deepEqual<T>(actual: T, expected: T, message?: string): void;
  };
  export default assert;
}

declare module "happy-dom" {
  export class Window {
    constructor(options: { url: string });
  }
}
