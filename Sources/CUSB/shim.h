#include <libusb-1.0/libusb.h>

/// `libusb_set_option` is variadic, which Swift does not import.
static inline int cusb_set_log_level(libusb_context *context, int level) {
    return libusb_set_option(context, LIBUSB_OPTION_LOG_LEVEL, level);
}
