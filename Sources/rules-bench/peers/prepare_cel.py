"""Writes the policies and requests of the workloads for engines of CEL, so that no engine is charged for the
conversion.

usage: prepare_cel.py FOLDER
"""
import json, os, sys

import w2_cel
import workloads

folder = sys.argv[1]
OWNER = 'auth != null && resource.userId == auth.uid'
POLICIES = {
    'w1': {'notes': {'get': OWNER, 'create': 'auth != null', 'update': OWNER, 'delete': OWNER}},
    'w2': w2_cel.P,
    's10': workloads.cel_many(5),
    's1000': workloads.cel_many(500),
}


def variables(workload, request):
    auth = None if request['uid'] is None else {'uid': request['uid'], 'token': request['token']}
    if workload == 'w1':
        return {'auth': auth, 'resource': request['resource']}
    if workload == 'w2':
        names = ('resource', 'incoming', 'member', 'now', 'doc')
        return {'auth': auth, **{name: request[name] for name in names}}
    isWrite = request['method'] in ('create', 'update')
    return {'auth': auth, 'data': request['incoming' if isWrite else 'resource']}


for workload, policy in POLICIES.items():
    with open(os.path.join(folder, 'data', workload + '.json')) as file:
        requests = json.load(file)
    with open(os.path.join(folder, 'policies', workload + '.cel.json'), 'w') as file:
        json.dump(policy, file)
    with open(os.path.join(folder, 'data', workload + '.cel.json'), 'w') as file:
        json.dump([[r['coll'], r['method'], variables(workload, r), r['expect']] for r in requests], file)
