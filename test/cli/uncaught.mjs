/**
 * Loaded by `node --import` into a program under test, which then meets errors that no code of it catches: a rejection at
 * SIGUSR2, an exception at SIGHUP. Their words hold what looks like a key.
 */
const words = `a secret: 0x${'5e'.repeat(32)}`

process.on('SIGUSR2', () => {
  void Promise.reject(new TypeError(words))
})
process.on('SIGHUP', () => {
  throw new TypeError(words)
})
