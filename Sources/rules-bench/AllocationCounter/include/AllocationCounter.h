#pragma once
#include <stdint.h>

/// Calls of `malloc` and its kin so far; -1 where they are not counted.
///
/// The dynamic linker prefers the functions of the program to those of the C library, so that the allocations of the
/// Swift runtime count too. One thread measures.
int64_t allocation_count(void);
