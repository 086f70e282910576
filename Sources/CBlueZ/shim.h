#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/hci_lib.h>
#include <bluetooth/l2cap.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>

/// Switches an adapter on: the request is a macro with a type in it, which Swift does not import.
static inline int cbluez_bring_up(int descriptor, int adapter) { return ioctl(descriptor, HCIDEVUP, adapter); }

/// The links that the kernel has over an adapter, whoever made them: at most `most` of them; how many, or -1. The request ends in an
/// array of any length, which Swift does not import.
static inline int cbluez_links(int descriptor, int adapter, struct hci_conn_info *links, int most) {
    struct {
        struct hci_conn_list_req request;
        struct hci_conn_info links[32];
    } list = {.request = {.dev_id = (uint16_t)adapter, .conn_num = 32}};
    if (ioctl(descriptor, HCIGETCONNLIST, &list) < 0) return -1;
    int count = list.request.conn_num < most ? list.request.conn_num : most;
    memcpy(links, list.links, (size_t)count * sizeof *links);
    return count;
}

/// Receives one message with its stamp, microseconds since 1970, and how many the socket has dropped since it was opened; what the
/// kernel does not tell is left as it was. The macros that walk control messages are not imported.
static inline ssize_t cbluez_receive(int descriptor, void *bytes, size_t size, int64_t *stamp, uint32_t *dropped) {
    _Alignas(struct cmsghdr) char control[256];
    struct iovec part = {bytes, size};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    ssize_t count = recvmsg(descriptor, &message, MSG_DONTWAIT);
    if (count < 0) return count;
    for (struct cmsghdr *entry = CMSG_FIRSTHDR(&message); entry; entry = CMSG_NXTHDR(&message, entry)) {
        if (entry->cmsg_level == SOL_SOCKET && entry->cmsg_type == SCM_TIMESTAMP) {
            struct timeval time;
            memcpy(&time, CMSG_DATA(entry), sizeof time);
            *stamp = (int64_t)time.tv_sec * 1000000 + time.tv_usec;
        } else if (entry->cmsg_level == SOL_SOCKET && entry->cmsg_type == SO_RXQ_OVFL) {
            memcpy(dropped, CMSG_DATA(entry), sizeof *dropped);
        }
    }
    return count;
}
