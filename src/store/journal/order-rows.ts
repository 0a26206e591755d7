import type { JournalOrder } from '#domain/journal/journal'
import { evm, hex, networkName, type Seconds, seconds } from '#domain/units'
import type { Database } from '#store/database'
import { integer, text } from '#store/row'

export function recordOrder(db: Database, order: JournalOrder): void {
  const { digest, network, router, sender, token, amount, nonce, deadline, signedAt } = order
  db.run(
    `INSERT INTO orders (digest, network, router, sender, token, amount, nonce, deadline, signed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO NOTHING`,
    ...[digest, network, router, sender, token, String(amount), String(nonce), deadline, signedAt],
  )
}

export function voidOrder(db: Database, digest: string): void {
  db.run('UPDATE orders SET is_void = 1 WHERE digest = ? AND is_void = 0', digest)
}

export const listOrders = (db: Database, signedSince: Seconds): readonly JournalOrder[] =>
  db.all('SELECT * FROM orders WHERE signed_at >= ? AND is_void = 0 ORDER BY seq', signedSince).map((row) => ({
    digest: hex(text(row, 'digest')),
    network: networkName(text(row, 'network')),
    router: evm(text(row, 'router')),
    sender: evm(text(row, 'sender')),
    token: evm(text(row, 'token')),
    amount: BigInt(text(row, 'amount')),
    nonce: BigInt(text(row, 'nonce')),
    deadline: seconds(integer(row, 'deadline')),
    signedAt: seconds(integer(row, 'signed_at')),
  }))
