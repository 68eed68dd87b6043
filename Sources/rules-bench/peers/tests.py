"""Writes the requests of w1 and w2 as test files of 2,000 steps, each in a folder with its rules.

usage: tests.py FOLDER
"""
import json, os, shutil, sys

TIMES = {'createdAt', 'addedAt', 'at', 'updatedAt', 'editedAt', 'dueAt', 'expiresAt'}
STEPS_OF_A_TEST = 100
VERBS = {'get': 'get', 'create': 'create', 'update': 'set', 'delete': 'delete'}


def literal(key, value):
    if value is None:
        return 'null'
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, int):
        return f'timestamp.value({value})' if key in TIMES and value > 10**12 else str(value)
    if isinstance(value, str):
        return "'" + value.replace('\\', '\\\\').replace("'", "\\'") + "'"
    if isinstance(value, list):
        return '[' + ', '.join(literal('', x) for x in value) + ']'
    return '{ ' + ', '.join(f'{k}: {literal(k, v)}' for k, v in value.items()) + ' }'


def organisation(request):
    if request['coll'] in ('orgs', 'members'):
        return request['org']
    for fields in (request['resource'], request['incoming']):
        if fields and isinstance(fields.get('orgId'), str):
            return fields['orgId']


def path(request):
    if request['coll'] == 'members':
        return f"/orgs/{request['org']}/members/{request['doc']}"
    return f"/{request['coll']}/{request['doc']}"


def write(folder, name):
    with open(os.path.join(folder, 'data', name + '.json')) as file:
        requests = json.load(file)
    lines = ["rules 'firestore.rules';", '', 'data {']
    for r in requests:
        if r['resource'] is not None:
            lines.append(f"  {path(r)} {literal('', r['resource'])};")
        if r['member'] is not None and r['uid'] and organisation(r):
            lines.append(f"  /orgs/{organisation(r)}/members/{r['uid']} {literal('', r['member'])};")
    lines.append('}')
    for first in range(0, len(requests), STEPS_OF_A_TEST):
        lines += ['', f"test 'requests from {first}' at timestamp.value({requests[first]['now']}) {{"]
        for r in requests[first:first + STEPS_OF_A_TEST]:
            verdict = 'allow' if r['expect'] else 'deny'
            fields = ' ' + literal('', r['incoming']) if r['incoming'] is not None else ''
            user = f" as {literal('', {'uid': r['uid'], 'token': r['token']})}" if r['uid'] else ''
            lines.append(f"  {verdict} {VERBS[r['method']]} {path(r)}{fields}{user};")
        lines.append('}')
    target = os.path.join(folder, 'tests', name)
    os.makedirs(target, exist_ok=True)
    shutil.copy(os.path.join(os.path.dirname(__file__), name + '.rules'), os.path.join(target, 'firestore.rules'))
    with open(os.path.join(target, name + '.rulestest'), 'w') as file:
        file.write('\n'.join(lines) + '\n')


for name in ('w1', 'w2'):
    write(sys.argv[1], name)
