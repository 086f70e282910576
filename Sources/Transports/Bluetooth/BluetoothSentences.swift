/// What is told of a sensor alike, whichever way its adapter is used.
enum BluetoothSentences {
    static let notHeard = "not heard: is it worn or moved, and is it held by another device?"
    static let silent = "connected but silent, so it is connected anew"
    static let hangsUp =
        "it hangs up again and again: it may want slower connection parameters than the kernel allows "
        + "(raise conn_max_interval in /sys/kernel/debug/bluetooth), or a new battery"
}
