"""Makes random sessions of requests: every method of the interface, with rules that allow some of it."""

import json, random, urllib.parse

PROJECT = "demo-oracle"
DATABASE = f"projects/{PROJECT}/databases/(default)"
DOCUMENTS = f"{DATABASE}/documents"
BASE = f"/v1/{DOCUMENTS}"

RULES = [
    """rules_version = '2';
service cloud.firestore {
  match /databases/{d}/documents {
    match /a/{x} { allow read, write: if request.auth != null; }
    match /b/{x} {
      allow read: if resource.data.n > 2;
      allow create: if request.resource.data.n is int;
      allow update: if request.resource.data.n >= resource.data.n;
      allow delete: if resource.data.n == 0;
    }
    match /a/{x}/s/{y} { allow read, write: if exists(/databases/$(d)/documents/a/$(x)); }
    match /w/{x} { allow write; allow get: if request.auth.token.admin == true; }
  }
}
""",
    """rules_version = '2';
service cloud.firestore {
  match /databases/{d}/documents {
    function changed() { return request.resource.data.diff(resource.data).affectedKeys(); }
    match /{any=**} { allow read: if request.auth.uid in ['alice', 'bob']; }
    match /a/{x} { allow create: if getAfter(/databases/$(d)/documents/b/0).data.n != null; allow update: if changed().hasOnly(['n', 'm']); allow delete; }
    match /b/{x} { allow write: if request.auth.token.admin && request.writeFields.size() > 0; allow list: if request.query.limit <= 2; }
    match /{p=**}/s/{y} { allow read: if true; allow write: if request.resource.data.keys().hasAny(['n']) || request.method == 'delete'; }
    match /c/{x} { allow read, write: if resource == null || resource.data.o != request.time; }
  }
}
""",
    """rules_version = '2';
service cloud.firestore {
  match /databases/{d}/documents {
    match /{any=**} { allow read, write; }
  }
}
""",
    """service cloud.firestore {
  match /databases/{d}/documents {
    match /a/{x} { allow get: if x == '1' || resource.data.m == 'a'; allow list: if resource.data.n == 4; allow write: if request.resource.data.m is string; }
    match /{c}/{x} { allow write: if c != 'c' && get(/databases/$(d)/documents/a/1).data.n > 0; allow list: if request.query.orderBy.n == 'ASC'; }
    match /a/{x}/s/{y=**} { allow read, write: if request.auth.uid != 'bob'; }
  }
}
""",
]


class Session:
    """One session while it is made."""

    def __init__(self, seed):
        self.random = random.Random(f"session {seed}")
        self.rows, self.saves, self.transaction, self.tokens, self.times, self.ids = [], 0, None, [], [], []

    # -- values --------------------------------------------------------------------------------------------------------

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def value(self, depth=0):
        pick = self.random.choice
        simple = [
            lambda: {"nullValue": None}, lambda: {"booleanValue": self.chance(50)},
            lambda: {"integerValue": str(pick([0, 1, 2, 3, 4, 5, -3, 2**63 - 1, -(2**63), 2**53 + 1]))},
            lambda: {"integerValue": str(self.random.randrange(6))}, lambda: {"integerValue": str(self.random.randrange(6))},
            lambda: {"doubleValue": pick([0.5, 1.0, 2.5, "NaN", -0.0, "Infinity", "-Infinity", 1e300, 4.0, 5e-324, 9007199254740992.0])},
            lambda: {"stringValue": pick(["", "a", "b", "z", "é", "😀", "\ufffd", "a\u0000b", "x" * 1600])},
            lambda: {"bytesValue": pick(["", "AA==", "AQ==", "/w==", "AQID"])},
            lambda: {"timestampValue": pick(["2020-01-01T00:00:00Z", "2020-01-02T00:00:00.123456Z", "2020-01-02T00:00:00.123456789Z", "1960-02-03T04:05:06Z"])},
            lambda: {"geoPointValue": {"latitude": pick([0, 1, -2.5]), "longitude": pick([3, 180])}},
            lambda: {"referenceValue": f"{DOCUMENTS}/{pick(['a/0', 'a/1', 'b/2', 'a/1/s/0'])}"},
        ]
        if depth < 3 and self.chance(18):
            if self.chance(50):
                inner = [self.value(depth + 2 if self.chance(70) else depth + 1) for _ in range(self.random.randrange(4))]
                # A list right in a list is an error.
                inner = [v for v in inner if "arrayValue" not in v or self.chance(3)]
                return {"arrayValue": {"values": inner}}
            return {"mapValue": {"fields": {name: self.value(depth + 1) for name in self.random.sample(["p", "q", "r s", "😀"], self.random.randrange(3))}}}
        return pick(simple)()

    def fields(self):
        names = self.random.sample(["n", "m", "o", "p", "odd-name"], self.random.choice([0, 1, 2, 2, 3, 3]))
        return {name: self.value() for name in names}

    def path(self):
        return self.random.choice(["n", "n", "m", "o", "p", "p.q", "`odd-name`", "p.`r s`", "n.x"])

    def document(self, collections=("a", "a", "b", "b", "c", "a/1/s", "b/0/s", "w")):
        return f"{self.random.choice(collections)}/{self.random.randrange(4)}"

    def auth(self):
        return self.random.choice(["owner", "owner", "owner", {"uid": "alice"}, {"uid": "alice"}, {"uid": "bob", "admin": True}, None, None])

    # -- rows ----------------------------------------------------------------------------------------------------------

    def add(self, method, target, body=None, auth=None, save=None):
        row = {"method": method, "target": target}
        if body is not None:
            row["body"] = body
        if auth is not None:
            row["auth"] = auth
        if save is not None:
            row["save"] = save
        self.rows.append(row)

    def saved(self, prefix, path):
        self.saves += 1
        name = f"{prefix}{self.saves}"
        return name, {name: path}

    def writable(self):
        """Where may be written without waiting: a transaction holds what it has read."""
        return ("x",) if self.transaction else ("a", "a", "b", "b", "c", "a/1/s", "b/0/s", "w")

    def get(self):
        query = self.random.choice(["", "", "", "?mask.fieldPaths=n", "?mask.fieldPaths=p.q&mask.fieldPaths=m", "?mask.fieldPaths=%60odd-name%60"])
        self.add("GET", f"{BASE}/{self.document()}{query}", auth=self.auth())

    def list(self):
        collection = self.random.choice(["a", "b", "c", "a/1/s", "w", "none", "b/0/s"])
        parts = []
        if self.chance(50):
            parts.append(f"pageSize={self.random.choice([1, 2, 2, 3, 0, 300])}")
        if self.chance(20):
            parts.append("mask.fieldPaths=n")
        if self.chance(25):
            parts.append("showMissing=true")
        elif self.chance(25):
            parts.append("orderBy=" + urllib.parse.quote(self.random.choice(["n", "n desc", "m,n", "__name__", "__name__ desc", "p.q"])))
        query = ("?" + "&".join(parts)) if parts else ""
        name, save = self.saved("p", "nextPageToken")
        auth = self.auth()
        self.add("GET", f"{BASE}/{collection}{query}", auth=auth, save=save)
        # The emulator fails on the second page of a list with an order of its own.
        if "pageSize=2" in query or "pageSize=1" in query:
            if "orderBy" not in query:
                self.add("GET", f"{BASE}/{collection}{query}&pageToken={{{{{name}}}}}", auth=auth)

    def create(self):
        if self.chance(25) and not self.ids:
            name, save = self.saved("i", "name")
            self.ids.append(name)
            self.add("POST", f"{BASE}/g", {"fields": self.fields()}, "owner", save)
            return
        if self.ids and self.chance(30):
            name = self.ids.pop()
            self.add("GET", "/v1/{{" + name + "}}", auth=self.auth())
            self.add("DELETE", "/v1/{{" + name + "}}", auth="owner")
            return
        collection = self.random.choice(self.writable())
        self.add("POST", f"{BASE}/{collection}?documentId={self.random.choice(['0', '1', '2', '3', '__x__', '%F0%9F%98%80'])}", {"fields": self.fields()}, self.auth())

    def patch(self):
        name = self.document(self.writable())
        parts = []
        for _ in range(self.random.choice([0, 0, 0, 1, 2])):
            parts.append("updateMask.fieldPaths=" + urllib.parse.quote(self.path()))
        if self.chance(15):
            parts.append("mask.fieldPaths=n")
        # A time in an address is left out: the official emulator takes any for the version 0.
        if self.chance(15):
            parts.append(f"currentDocument.exists={self.random.choice(['true', 'false'])}")
        name_of_time, save = self.saved("u", "updateTime")
        self.add("PATCH", f"{BASE}/{name}{'?' + '&'.join(parts) if parts else ''}", {"fields": self.fields()}, self.auth(), save)
        self.times.append(name_of_time)

    def delete(self):
        query = self.random.choice(["", "", "?currentDocument.exists=true", "?currentDocument.exists=false"])
        self.add("DELETE", f"{BASE}/{self.document(self.writable())}{query}", auth=self.auth())

    def precondition(self):
        if self.chance(70):
            return None
        if self.times and self.chance(40):
            return {"updateTime": "{{" + self.times[-1] + "}}"}
        return self.random.choice([{"exists": True}, {"exists": False}, {"updateTime": "2020-01-01T00:00:00Z"}])

    def transform(self):
        pick = self.random.choice
        change = pick([
            lambda: {"setToServerValue": "REQUEST_TIME"},
            lambda: {"increment": self.number()}, lambda: {"maximum": self.number()}, lambda: {"minimum": self.number()},
            lambda: {"appendMissingElements": {"values": [self.value(2) for _ in range(self.random.randrange(3))]}},
            lambda: {"removeAllFromArray": {"values": [self.value(2) for _ in range(self.random.randrange(3))]}},
        ])()
        return {"fieldPath": self.path()} | change

    def number(self):
        return self.random.choice([{"integerValue": str(self.random.randrange(-3, 9))}, {"doubleValue": self.random.choice([0.5, -2.5, "NaN", 1e300])}, {"integerValue": str(2**63 - 1)}])

    def write(self, collections):
        name = f"{DOCUMENTS}/{self.document(collections)}"
        kind = self.random.randrange(12)
        condition = self.precondition()
        if kind < 2:
            write = {"delete": name}
        elif kind == 2:
            write = {"verify": name}
            condition = condition or {"exists": True}
        elif kind == 3:
            write = {"transform": {"document": name, "fieldTransforms": [self.transform() for _ in range(self.random.randrange(1, 3))]}}
        else:
            write = {"update": {"name": name, "fields": self.fields()}}
            if self.chance(35):
                write["updateMask"] = {"fieldPaths": [self.path() for _ in range(self.random.randrange(3))]}
            if self.chance(25):
                write["updateTransforms"] = [self.transform() for _ in range(self.random.randrange(1, 3))]
        if condition:
            write["currentDocument"] = condition
        return write

    def commit(self):
        writes = [self.write(self.writable()) for _ in range(self.random.choice([1, 1, 1, 2, 2, 3]))]
        self.add("POST", f"{BASE}:commit", {"writes": writes}, self.auth())

    def batch_write(self):
        writes = [self.write(self.writable()) for _ in range(self.random.choice([1, 1, 2, 3]))]
        self.add("POST", f"{BASE}:batchWrite", {"writes": writes}, self.random.choice(["owner", "owner", self.auth()]))

    def batch_get(self, transaction=None):
        names = [f"{DOCUMENTS}/{self.document()}" for _ in range(self.random.choice([1, 1, 2, 3]))]
        # Answers come in an order of the server's own.
        body = {"documents": sorted(set(names))[: 1 if self.chance(60) else 3]}
        if self.chance(25):
            body["mask"] = {"fieldPaths": [self.path() for _ in range(self.random.randrange(1, 3))]}
        if transaction:
            body["transaction"] = "{{" + transaction + "}}"
        self.add("POST", f"{BASE}:batchGet", body, "owner" if transaction else self.auth())

    # -- transactions --------------------------------------------------------------------------------------------------

    def transact(self):
        """Begins a transaction, or goes on with the one that is open.

        A get in a transaction is left out: the official emulator does not answer it.
        """
        if not self.transaction:
            if self.tokens and self.chance(25):
                # One that has ended.
                closed = "{{" + self.random.choice(self.tokens) + "}}"
                verb, body = self.random.choice([(":rollback", {}), (":commit", {"writes": []}), (":batchGet", {"documents": [f"{DOCUMENTS}/a/0"]})])
                self.add("POST", f"{BASE}{verb}", body | {"transaction": closed}, self.auth())
                return
            name, save = self.saved("t", "transaction")
            options = self.random.choice([{}, {}, {"readWrite": {}}, {"readOnly": {}}])
            if self.tokens and self.chance(20) and "readOnly" not in options:
                options = {"readWrite": {"retryTransaction": "{{" + self.random.choice(self.tokens) + "}}"}}
            self.add("POST", f"{BASE}:beginTransaction", {"options": options} if options or self.chance(50) else {}, "owner", save)
            self.transaction = name
            return
        kind = self.random.randrange(5)
        if kind < 2:
            self.batch_get(self.transaction)
        elif kind == 2:
            self.query(self.transaction)
        else:
            self.end()

    def end(self):
        body = {"transaction": "{{" + self.transaction + "}}"}
        if self.chance(30):
            self.add("POST", f"{BASE}:rollback", body, "owner")
        else:
            body["writes"] = [self.write(("a", "b", "c", "a/1/s", "w")) for _ in range(self.random.choice([0, 1, 2]))]
            self.add("POST", f"{BASE}:commit", body, self.random.choice(["owner", self.auth()]))
            # What was refused leaves it open.
            self.add("POST", f"{BASE}:rollback", {"transaction": body["transaction"]}, "owner")
        self.tokens.append(self.transaction)
        self.transaction = None

    # -- queries -------------------------------------------------------------------------------------------------------

    def filter(self, depth=0):
        if depth < 2 and self.chance(30):
            return {"compositeFilter": {"op": self.random.choice(["AND", "AND", "OR"]), "filters": [self.filter(depth + 1) for _ in range(self.random.choice([1, 2, 2, 3]))]}}
        if self.chance(15):
            return {"unaryFilter": {"field": {"fieldPath": self.path()}, "op": self.random.choice(["IS_NAN", "IS_NULL", "IS_NOT_NAN", "IS_NOT_NULL"])}}
        op = self.random.choice(["LESS_THAN", "LESS_THAN_OR_EQUAL", "GREATER_THAN", "GREATER_THAN_OR_EQUAL", "EQUAL", "EQUAL", "EQUAL", "NOT_EQUAL", "ARRAY_CONTAINS", "IN", "ARRAY_CONTAINS_ANY", "NOT_IN"])
        if self.chance(8):
            name = {"referenceValue": f"{DOCUMENTS}/{self.random.choice(['a/1', 'a/2', 'b/1', 'a/1/s/1'])}"}
            value = {"arrayValue": {"values": [name]}} if op in ("IN", "NOT_IN", "ARRAY_CONTAINS_ANY") else name
            return {"fieldFilter": {"field": {"fieldPath": "__name__"}, "op": op, "value": value}}
        if op in ("IN", "ARRAY_CONTAINS_ANY", "NOT_IN"):
            value = {"arrayValue": {"values": [self.value(2) for _ in range(self.random.choice([1, 1, 2, 3, 0]))]}}
        else:
            value = self.value()
        return {"fieldFilter": {"field": {"fieldPath": self.path()}, "op": op, "value": value}}

    def structured_query(self):
        """A query, and what it is asked below."""
        parent = self.random.choice(["", "", "", "", "/a/1", "/b/0"])
        selector = {"collectionId": "s" if parent or self.chance(15) else self.random.choice(["a", "a", "b", "c", "w"])}
        if self.chance(15):
            selector["allDescendants"] = True
        query = {"from": [selector]}
        if self.chance(4):
            query["from"] = [{"allDescendants": True}]
        if self.chance(65):
            query["where"] = self.filter()
        if self.chance(45):
            names = self.random.sample(["n", "m", "o", "p.q", "__name__"], self.random.choice([1, 1, 2]))
            query["orderBy"] = [{"field": {"fieldPath": name}} | ({"direction": self.random.choice(["ASCENDING", "DESCENDING"])} if self.chance(70) else {}) for name in names]
            for cursor in ("startAt", "endAt"):
                if self.chance(25):
                    values = [
                        {"referenceValue": f"{DOCUMENTS}/a/{self.random.randrange(4)}"} if name == "__name__" else self.value(2)
                        for name in names[: self.random.choice([1, len(names)])]]
                    query[cursor] = {"values": values} | ({"before": self.chance(50)} if self.chance(60) else {})
        if self.chance(30):
            query["limit"] = self.random.choice([1, 2, 3, 0, 5])
        if self.chance(15):
            query["offset"] = self.random.choice([0, 1, 2])
        if self.chance(15):
            query["select"] = {"fields": [{"fieldPath": path} for path in self.random.choice([["n"], ["m", "p.q"], ["__name__"], ["`odd-name`"], []])]}
        return parent, query

    def query(self, transaction=None):
        parent, query = self.structured_query()
        # The official emulator fails on a query without a collection in a transaction.
        if transaction and "collectionId" not in query["from"][0]:
            query["from"] = [{"collectionId": "a", "allDescendants": True}]
        body = {"structuredQuery": query} | ({"transaction": "{{" + transaction + "}}"} if transaction else {})
        self.add("POST", f"{BASE}{parent}:runQuery", body, "owner" if transaction else self.auth())

    def aggregation(self):
        parent, query = self.structured_query()
        query.pop("select", None)
        kinds = [
            {"count": {}}, {"count": {"upTo": "2"}}, {"sum": {"field": {"fieldPath": "n"}}}, {"avg": {"field": {"fieldPath": "n"}}},
            {"sum": {"field": {"fieldPath": "m"}}}, {"avg": {"field": {"fieldPath": "o"}}}]
        chosen = self.random.sample(kinds, self.random.choice([1, 1, 2, 3]))
        aggregations = [({"alias": f"f{index}"} if self.chance(85) else {}) | kind for index, kind in enumerate(chosen)]
        self.add("POST", f"{BASE}{parent}:runAggregationQuery", {"structuredAggregationQuery": {"structuredQuery": query, "aggregations": aggregations}}, self.auth())

    def collections(self):
        parent = self.random.choice(["", "/a/1", "/b/0", "/a/2", "/none/x"])
        body = {"pageSize": self.random.choice([1, 2, 100])} if self.chance(40) else {}
        name, save = self.saved("p", "nextPageToken")
        self.add("POST", f"{BASE}{parent}:listCollectionIds", body, self.random.choice(["owner", "owner", "owner", None]), save)
        if body:
            self.add("POST", f"{BASE}{parent}:listCollectionIds", body | {"pageToken": "{{" + name + "}}"}, "owner")

    def rules(self):
        source = self.random.choice(RULES)
        self.add("PUT", f"/emulator/v1/projects/{PROJECT}:securityRules", {"rules": {"files": [{"content": source}]}})


def steps(seed, count):
    """The rows of the session of a seed."""
    session = Session(seed)
    session.add("DELETE", f"/emulator/v1/{DOCUMENTS}")
    session.rules()
    kinds = [
        (session.get, 8), (session.list, 6), (session.create, 4), (session.patch, 16), (session.delete, 3), (session.commit, 16), (session.batch_write, 5),
        (session.batch_get, 4), (session.transact, 10), (session.query, 22), (session.aggregation, 6), (session.collections, 2), (session.rules, 1)]
    while len(session.rows) < count:
        kind = session.random.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0]
        # While a transaction is open, most steps are its own.
        (session.transact if session.transaction and session.chance(60) else kind)()
    if session.transaction:
        session.add("POST", f"{BASE}:rollback", {"transaction": "{{" + session.transaction + "}}"}, "owner")
    return session.rows
