#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
// Random bytes, which the Glibc module leaves out.
#include <sys/random.h>
#include <sys/socket.h>

/// What a server is started with; `MHD_start_daemon` is variadic, which Swift does not import.
struct cmicrohttpd_options {
    int listener;
    unsigned int most_connections, most_of_one_address, idle_seconds;
    size_t connection_bytes;
    void *owner;
    MHD_AccessHandlerCallback answer;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
    void *(*target)(void *owner, const char *target, struct MHD_Connection *connection);
    size_t (*unescape)(void *owner, struct MHD_Connection *connection, char *text);
};

/// One thread of its own that sleeps in epoll. The listener is closed with the server, and stays the caller's when this is `NULL`.
static inline struct MHD_Daemon *cmicrohttpd_start(const struct cmicrohttpd_options *options) {
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, options->answer, options->owner,
        MHD_OPTION_LISTEN_SOCKET, options->listener,
        MHD_OPTION_CONNECTION_LIMIT, options->most_connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, options->most_of_one_address,
        MHD_OPTION_CONNECTION_TIMEOUT, options->idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_bytes,
        MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->owner,
        MHD_OPTION_NOTIFY_CONNECTION, options->connection, options->owner,
        MHD_OPTION_URI_LOG_CALLBACK, options->target, options->owner,
        MHD_OPTION_UNESCAPE_CALLBACK, options->unescape, options->owner,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_END);
}

/// The descriptor of a connection, or -1; its accessor is variadic.
static inline int cmicrohttpd_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}
