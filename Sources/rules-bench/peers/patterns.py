"""Writes the subjects of the pattern benchmark: a file for each pattern and length, the pattern on its first
line, a subject on each of the others, half of them matching (a cut uuid never does).

usage: patterns.py FOLDER
"""
import os, random, sys

LOWER = 'abcdefghijklmnopqrstuvwxyz'
DIGITS = '0123456789'
HEX = DIGITS + 'abcdef'
rng = random.Random(7)


def word(low, high, alphabet):
    return ''.join(rng.choice(alphabet) for _ in range(rng.randrange(low, high)))


def exact(count, alphabet):
    return word(count, count + 1, alphabet)


PATTERNS = {
    'email': (
        '[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+[.][a-zA-Z]{2,}',
        lambda: f'{word(3, 12, LOWER)}.{word(3, 9, LOWER)}@{word(4, 10, LOWER)}.com',
        lambda: f'{exact(3, LOWER)}.{exact(2, LOWER)}@{exact(4, LOWER)}.com',
    ),
    'slug': (
        '[a-z0-9]+(?:-[a-z0-9]+)*',
        lambda: '-'.join(word(2, 8, LOWER) for _ in range(rng.randrange(1, 5))),
        lambda: f'{exact(5, LOWER)}-{exact(3, LOWER)}-{exact(5, LOWER)}',
    ),
    'phone': (
        '[+][1-9][0-9]{1,14}',
        lambda: '+' + word(10, 13, '123456789'),
        lambda: '+' + exact(14, '123456789'),
    ),
    'uuid': (
        '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
        lambda: '-'.join(exact(n, HEX) for n in (8, 4, 4, 4, 12)),
        lambda: f'{exact(8, HEX)}-{exact(4, HEX)}-{exact(1, HEX)}',
    ),
    'url': (
        'https?://[^/ ]+(?:/[^ ]*)?',
        lambda: f'https://{word(4, 12, LOWER)}.example.com/{word(3, 12, LOWER)}/{word(1, 5, DIGITS)}.png',
        lambda: f'http://{exact(3, LOWER)}.de/{exact(1, LOWER)}',
    ),
}

folder = os.path.join(sys.argv[1], 'data', 'patterns')
os.makedirs(folder, exist_ok=True)
for name, (pattern, usual, short) in PATTERNS.items():
    for length, make in (('usual', usual), ('15', short)):
        subjects = [make() for _ in range(2000)]
        subjects = [s[:-1] + ' ' if i % 2 == 0 else s for i, s in enumerate(subjects)]
        with open(os.path.join(folder, f'{name}.{length}'), 'w') as file:
            file.write('\n'.join([pattern, *subjects]) + '\n')
