/** The figures of the adapters as a table; run by `bench/swap-differential/run.mjs`. */
import { measureGas } from './gas.ts'
import { measureSpeed } from './speed.ts'

export async function measure(): Promise<readonly string[]> {
  const rows = await measureGas()
  const gas = rows.map(({ trade, measured, predicted }) => `${trade}: ${measured} gas, predicted ${predicted}`)
  return [...measureSpeed(), ...gas]
}
