/** Accounts and slots that a transaction has touched, and what the next touch costs: EIP-2929, 2200 and 3529. */

/** The first touch of an account or slot, beyond a later one. */
const coldAccount = 2_500
const coldSlot = 2_000
/** The first change of a slot in a transaction, beyond a later one. */
const firstChange = 2_800
const firstFill = 19_900
/** Refunded for a slot that was filled before the transaction and is cleared. */
const clearedRefund = 4_800
/** Refunded for a slot that was empty before the transaction, and is again. */
export const restoredRefund = 19_900

interface Slot {
  readonly wasFilled: boolean
  filled: boolean
  changed: boolean
}

/** The gas of touches in order, without what the same touches cost once everything is warm and changed. */
export class TouchedSlots {
  gas = 0
  refund = 0
  private readonly accounts = new Set<string>()
  private readonly slots = new Map<string, Slot>()

  touchAccount(account: string): void {
    if (this.accounts.has(account)) return
    this.accounts.add(account)
    this.gas += coldAccount
  }

  /** @param wasFilled before the transaction */
  read(name: string, wasFilled: boolean): Slot {
    const known = this.slots.get(name)
    if (known !== undefined) return known
    this.gas += coldSlot
    const slot = { wasFilled, filled: wasFilled, changed: false }
    this.slots.set(name, slot)
    return slot
  }

  /** Changes a slot: to zero unless it is `filled` from now on. */
  write(name: string, wasFilled: boolean, filled = true): void {
    const slot = this.read(name, wasFilled)
    if (!slot.changed) this.gas += slot.filled ? firstChange : firstFill
    if (slot.filled && !filled) this.refund += slot.wasFilled ? clearedRefund : restoredRefund
    if (!slot.filled && filled && slot.changed && slot.wasFilled) this.refund -= clearedRefund
    slot.changed = filled || slot.wasFilled
    slot.filled = filled
  }
}
