"""The local network: under which address others in the same room reach this computer."""

import contextlib
import io
import socket
from ipaddress import ip_address

# Where packets would go; none is sent. The first is reserved for documentation and stands for everywhere else, the
# others are the ends of private networks, for a computer whose way to everywhere else is another one (a VPN).
_ELSEWHERE = ("203.0.113.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")


def addresses() -> list[str]:
    """The addresses of this computer in its networks, the most likely first; empty if it is in none."""
    found = [_towards(target) for target in _ELSEWHERE]
    with contextlib.suppress(OSError):
        found += [str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [each for each in dict.fromkeys(found) if each and not _is_useless(each)]


def _towards(target: str) -> str:
    """The address that this computer would use; empty if there is no way."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((target, 9))
        return str(probe.getsockname()[0])
    return ""


def _is_useless(address: str) -> bool:
    found = ip_address(address)
    return found.is_loopback or found.is_unspecified or found.is_link_local


def own_name() -> str:
    """The name that computers and phones in the same network know this one by (mDNS)."""
    return f"{socket.gethostname().partition('.')[0].lower()}.local"


def code(address: str) -> str:
    """The address as a QR code for a terminal: black on white, whatever its colours are."""
    import segno  # noqa: PLC0415  slow to import, and only this needs it

    out = io.StringIO()
    segno.make_qr(address, error="l").terminal(out, compact=True)
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in out.getvalue().strip("\n").split("\n"))
