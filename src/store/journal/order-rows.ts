import type { JournalOrder } from '#domain/journal/journal'
import { evm, hex, networkName, type Seconds, seconds } from '#domain/units'
import type { Database, SqlRow } from '#store/database'
import { integer, maybeText, text } from '#store/row'

export function recordOrder(db: Database, order: JournalOrder): void {
  const { digest, network, router, sender, token, amount, nonce, deadline, signedAt, quoteId } = order
  db.run(
    `INSERT INTO orders (digest, network, router, sender, token, amount, nonce, deadline, signed_at, quote_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO NOTHING`,
    ...[digest, network, router, sender, token, String(amount), String(nonce), deadline, signedAt, quoteId ?? null],
  )
}

export function voidOrder(db: Database, digest: string): void {
  db.run('UPDATE orders SET is_void = 1 WHERE digest = ? AND is_void = 0', digest)
}

export const listOrders = (db: Database, signedSince: Seconds): readonly JournalOrder[] =>
  db.all('SELECT * FROM orders WHERE signed_at >= ? AND is_void = 0 ORDER BY seq', signedSince).map(toOrder)

export function toOrder(row: SqlRow): JournalOrder {
  const quoteId = maybeText(row, 'quote_id')
  return {
    digest: hex(text(row, 'digest')),
    network: networkName(text(row, 'network')),
    router: evm(text(row, 'router')),
    sender: evm(text(row, 'sender')),
    token: evm(text(row, 'token')),
    amount: BigInt(text(row, 'amount')),
    nonce: BigInt(text(row, 'nonce')),
    deadline: seconds(integer(row, 'deadline')),
    signedAt: seconds(integer(row, 'signed_at')),
    ...(quoteId === undefined ? {} : { quoteId }),
  }
}
