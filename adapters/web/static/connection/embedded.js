/** Whether this page is inside a chat's own client: then nothing leads out of it, and the chat says who is here. */

export const embedded = location.pathname.startsWith("/e/"); // as in adapters/web/access/links.py

document.documentElement.classList.toggle("embedded", embedded);
