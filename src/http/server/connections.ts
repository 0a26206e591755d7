import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Tracks a server's connections and their unanswered requests. */
export interface Connections {
  /** Closes connections without an unanswered request: silent, half-sent, kept alive. */
  closeIdle(): void
  closeAll(): void
}

/**
 * Node counts a connection as idle only after its first request: a silent one, or one with half its first headers,
 * would keep a server from ending for as long as its client wants.
 */
export function trackConnections(server: Server): Connections {
  /** Accepted requests that are not answered yet. */
  const open = new Map<Socket, number>()
  const change = (socket: Socket, by: number): void => {
    const requests = open.get(socket)
    if (requests !== undefined) open.set(socket, requests + by)
  }
  server.on('connection', (socket: Socket) => {
    open.set(socket, 0)
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    change(socket, 1)
    response.once('close', () => change(socket, -1))
  })
  const close = (isMeant: (requests: number) => boolean): void => {
    for (const [socket, requests] of open) if (isMeant(requests)) socket.destroy()
  }
  return {
    closeIdle: () => close((requests) => requests === 0),
    closeAll: () => close(() => true),
  }
}
