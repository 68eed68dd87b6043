#!/bin/sh
# .git/hooks/pre-commit
rulescheck check && rulescheck test --quiet
