import { callPage } from './call-page.ts'
import type { ClientEvents, Unsubscribe } from './types.ts'

type Listener<Name extends keyof ClientEvents> = (detail: ClientEvents[Name]) => void

export type Emitter = {
  on: <Name extends keyof ClientEvents>(event: Name, listener: Listener<Name>) => Unsubscribe
  /** Notifies all listeners. An error in one affects neither the others nor the client and is reported as uncaught. */
  emit: <Name extends keyof ClientEvents>(event: Name, detail: ClientEvents[Name]) => void
  clear: () => void
}

export const createEmitter = (): Emitter => {
  const listeners = new Map<keyof ClientEvents, Set<Listener<never>>>()
  return {
    on: (event, listener) => {
      // A copy of its own, so that one function may listen twice and leave once.
      const own: typeof listener = detail => listener(detail)
      const all = listeners.get(event) ?? new Set()
      listeners.set(event, all.add(own))
      return () => void all.delete(own)
    },
    emit: (event, detail) => {
      for (const listener of [...(listeners.get(event) ?? [])]) {
        callPage(() => (listener as Listener<typeof event>)(detail))
      }
    },
    clear: () => listeners.clear(),
  }
}
