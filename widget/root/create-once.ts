import type { HeadlessClient } from '../client/index.ts'
import type { Closable, Widget } from '../form/context/index.ts'

/** Makes each thing once for a widget: the function that makes it is the key under which it is kept. */
export const createOnce = (client: HeadlessClient): { once: Widget['once'] } & Closable => {
  const made = new Map<unknown, Closable>()
  return {
    once: make => {
      const thing = (made.get(make) as ReturnType<typeof make> | undefined) ?? make(client)
      made.set(make, thing)
      return thing
    },
    close: () => {
      for (const thing of made.values()) thing.close()
    },
  }
}
