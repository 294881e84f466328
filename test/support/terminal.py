"""Runs a command on a terminal of its own: responds to what the command asks, and prints what it saw as JSON.

Standard input has {columns, response, awaited, pressed, command}: `response` is typed when the command asks which terminal it is, and `awaited` is a
text in the output at which the terminal's mode is looked at and `pressed` is typed.
"""

import base64
import fcntl
import json
import os
import select
import signal
import struct
import subprocess
import sys
import termios

# A command that never ends goes with its terminal.
signal.alarm(50)
asked = json.load(sys.stdin)
master, slave = os.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, asked["columns"], 0, 0))


def is_raw():
    return not termios.tcgetattr(slave)[3] & termios.ICANON


def take_terminal():
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)


child = subprocess.Popen(
    asked["command"], stdin=slave, stdout=slave, stderr=slave, start_new_session=True, preexec_fn=take_terminal
)
output = b""
raw_when_asked = raw_when_awaited = None
while True:
    ended = child.poll() is not None
    if select.select([master], [], [], 0 if ended else 0.02)[0]:
        output += os.read(master, 65536)
        if raw_when_asked is None and b"\x1b[c" in output:
            raw_when_asked = is_raw()
            os.write(master, asked["response"].encode())
        if raw_when_awaited is None and asked["awaited"] and asked["awaited"].encode() in output:
            raw_when_awaited = is_raw()
            os.write(master, asked["pressed"].encode())
    elif ended:
        break
shown = base64.b64encode(output).decode()
result = {"code": child.returncode, "shown": shown, "rawWhenAsked": raw_when_asked, "rawWhenAwaited": raw_when_awaited}
json.dump(result, sys.stdout)
