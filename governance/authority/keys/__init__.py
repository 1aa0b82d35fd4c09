"""OpenSSH keys of people: reading, making, unlocking and signing, without any knowledge of the store.

Words of this room
    public key    what a store may know of a key: Ed25519, plain or in hardware (`sk-`)
    key file      a private key in OpenSSH's own format, as it lies on the disk
    armor         a signature as text, the way `ssh-keygen -Y sign` writes it (SSHSIG)
    namespace     what a signature is for; one made for one purpose is worth nothing for another
    helper        the process that holds an unlocked key; the desk itself never does
    signer        a key that can sign now
    keyring       which key files a person uses on this machine, by store
"""
