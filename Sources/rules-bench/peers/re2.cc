// Whole matches by RE2 without a binding, of the subjects that patterns.py writes.
// build: g++ -O2 -std=c++17 re2.cc -o re2 -lre2        usage: re2 FOLDER
#include <re2/re2.h>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

static double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

int main(int argc, char **argv) {
  for (std::string length : {"15", "usual"})
    for (std::string name : {"email", "slug", "phone", "uuid", "url"}) {
      std::ifstream file(std::string(argv[1]) + "/data/patterns/" + name + "." + length);
      std::string pattern, line;
      std::getline(file, pattern);
      std::vector<std::string> subjects;
      while (std::getline(file, line)) subjects.push_back(line);
      RE2 compiled(pattern);
      std::vector<double> times;
      int matched = 0;
      for (int round = 0; round < 51; round++) {
        double start = now();
        matched = 0;
        for (auto &s : subjects) matched += compiled.Match(s, 0, s.size(), RE2::ANCHOR_BOTH, nullptr, 0);
        times.push_back((now() - start) / subjects.size());
      }
      std::sort(times.begin(), times.end());
      printf("re2/%s/%s %.1f ns (least %.1f), %d of %zu match\n", name.c_str(), length.c_str(), times[25], times[0],
             matched, subjects.size());
    }
}
