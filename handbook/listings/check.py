"""Judges a scene with the command `bumper`, and prints what is deep."""
import json
import subprocess
import sys

scene = {
    "bumper": 1,
    "scalar": "i16",
    "shapes": [
        {"id": "wall", "box": {"top_left": [300, 40], "size": [40, 400]}},
        {"id": "dot", "ball": {"center": [291, 100], "radius": 10}},
    ],
}
command = sys.argv[1] if len(sys.argv) > 1 else "bumper"
told = subprocess.run([command, "check", "--json", "-"], input=json.dumps(scene), capture_output=True, text=True, check=True)
for line in told.stdout.splitlines():
    pair = json.loads(line)
    print(pair["a"], pair["b"], pair["relation"], pair["depth"])
