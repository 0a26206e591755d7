import { Socket } from 'node:net'
import { vi } from 'vitest'

/** Runs `work` while every connection to a socket is refused, and counts those that were tried. */
export async function offline<T>(work: () => T | Promise<T>): Promise<{ readonly result: T; readonly tried: number }> {
  const connect = vi.spyOn(Socket.prototype, 'connect').mockImplementation(() => {
    throw new Error('the network is blocked')
  })
  try {
    return { result: await work(), tried: connect.mock.calls.length }
  } finally {
    connect.mockRestore()
  }
}
