"""Decisions of two engines of CEL and of rules-bench on the same requests, in turn, each run a fresh process.

usage: compare.py FOLDER RULES-BENCH [ROUNDS]      the ratios, round by round
       compare.py FOLDER ENGINE WORKLOAD           the figures of one engine as JSON

Times are processor times of the thread: the median of several passes over all requests, divided by their count.
`ns` has the request's values converted beforehand, `ns_conv` converts them each time, `ns_empty` is the same loop
with a policy that only says yes, which is what the binding costs; the ratios are net of it.
"""
import json, os, statistics, subprocess, sys, time

WORKLOADS = ('w1', 'w2', 's10', 's1000')
VARIABLES = ('auth', 'resource', 'incoming', 'member', 'now', 'doc', 'data')


def median(run, count):
    run()
    times = []
    end = time.perf_counter() + 1.0
    while len(times) < 5 or (time.perf_counter() < end and len(times) < 25):
        start = time.thread_time_ns()
        run()
        times.append(time.thread_time_ns() - start)
    return statistics.median(times) / count


class CELRust:
    """The package `common-expression-language`."""

    def __init__(self):
        import cel
        self.cel = cel

    def compile(self, text):
        return self.cel.compile(text).execute

    def convert(self, values):
        return self.cel.Context(values)

    def decide(self, pairs):
        allowed = []
        for execute, values in pairs:
            try:
                allowed.append(execute(values) is True)
            except Exception:
                allowed.append(False)
        return allowed


class CELCpp:
    """The package `cel-expr-python`."""

    def __init__(self):
        from cel_expr_python import cel
        self.environment = cel.NewEnv(variables={name: cel.Type.DYN for name in VARIABLES})

    def compile(self, text):
        return self.environment.compile(text).eval

    def convert(self, values):
        return self.environment.Activation(values)

    def decide(self, pairs):
        return [evaluate(values).value() is True for evaluate, values in pairs]


ENGINES = {'cel-rust': CELRust, 'cel-cpp': CELCpp}


def figures(folder, name, workload):
    with open(os.path.join(folder, 'policies', workload + '.cel.json')) as file:
        policy = json.load(file)
    with open(os.path.join(folder, 'data', workload + '.cel.json')) as file:
        requests = json.load(file)
    engine = ENGINES[name]()
    start = time.thread_time_ns()
    programs = {c: {m: engine.compile(text) for m, text in methods.items()} for c, methods in policy.items()}
    load = time.thread_time_ns() - start
    raw = [(programs[c][m], values) for c, m, values, _ in requests]
    pairs = [(program, engine.convert(values)) for program, values in raw]
    yes = engine.compile('true')
    empty = [(yes, values) for _, values in pairs]
    answers = engine.decide(pairs)
    count = len(requests)
    return {
        'ns': median(lambda: engine.decide(pairs), count),
        'ns_conv': median(lambda: engine.decide([(p, engine.convert(v)) for p, v in raw]), count),
        'ns_empty': median(lambda: engine.decide(empty), count),
        'load_ns': load,
        'checked': count,
        'differ': sum(a != r[3] for a, r in zip(answers, requests)),
    }


def ours(folder, command, workload):
    return json.loads(subprocess.run([command, 'peer', folder, workload], capture_output=True, check=True).stdout)


def theirs(folder, name, workload):
    command = [sys.executable, __file__, folder, name, workload]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def compare(folder, command, rounds):
    runs = {}
    for _ in range(rounds):
        for workload in WORKLOADS:
            runs.setdefault(('rulescheck', workload), []).append(ours(folder, command, workload))
            for name in ENGINES:
                runs.setdefault((name, workload), []).append(theirs(folder, name, workload))
    for (name, workload), values in runs.items():
        net = sorted(v['ns'] - v['ns_empty'] for v in values)
        line = f"{name:11} {workload:6} net {statistics.median(net):8.0f} ns [{net[0]:.0f} .. {net[-1]:.0f}]"
        line += f"  loaded in {statistics.median(v['load_ns'] for v in values) / 1e3:.0f} us"
        line += f"  {max(v['differ'] for v in values)} of {values[0]['checked']} differ"
        if name != 'rulescheck':
            own = runs['rulescheck', workload]
            ratios = sorted((o['ns'] - o['ns_empty']) / (v['ns'] - v['ns_empty']) for o, v in zip(own, values))
            line += f"  ours / its: {statistics.median(ratios):.3f} [{ratios[0]:.3f} .. {ratios[-1]:.3f}]"
        print(line)


if __name__ == '__main__':
    if sys.argv[2] in ENGINES:
        print(json.dumps(figures(*sys.argv[1:4])))
    else:
        compare(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 3)
