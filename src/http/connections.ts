import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The connections of a server, by whether one waits for an answer. */
export interface Connections {
  /** Closes those over which no request was accepted that is not answered yet: silent, half-sent, kept for later. */
  closeUnused(): void
  closeAll(): void
}

/**
 * Node counts a connection as idle once it was used: one that sent nothing, or half the headers of its first request,
 * would keep a server from ending for as long as its client wants.
 */
export function trackConnections(server: Server): Connections {
  /** How many requests are accepted and not answered. */
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
    closeUnused: () => close((requests) => requests === 0),
    closeAll: () => close(() => true),
  }
}
