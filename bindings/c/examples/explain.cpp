// Tells how the next round of a tournament file comes about.
//
//   c++ -std=c++17 -o explain -I../include explain.cpp ../target/release/libedelweiss.a -lpthread -ldl -lm
#include <edelweiss.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

// A text of the library that gives itself back.
class Text {
public:
    Text() : text_{} {}
    Text(const Text &) = delete;
    Text &operator=(const Text &) = delete;
    ~Text() { edelweiss_text_free(&text_); }

    edelweiss_text *out() { return &text_; }
    std::string_view view() const { return {text_.data, text_.data ? text_.length : 0}; }

private:
    edelweiss_text text_;
};

std::string explain(const std::string &file, const char *options) {
    Text text;
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(file.data());
    const auto status = edelweiss_explain(bytes, file.size(), options, text.out());
    if (status != EDELWEISS_STATUS_OK) {
        throw std::runtime_error(std::string(text.view()));
    }
    return std::string(text.view());
}

} // namespace

int main(int argc, char **argv) {
    std::ifstream stream(argc == 2 ? argv[1] : "", std::ios::binary);
    const std::string file{std::istreambuf_iterator<char>(stream), {}};
    try {
        std::cout << explain(file, R"({"format": "text"})");
        return 0;
    } catch (const std::runtime_error &error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
