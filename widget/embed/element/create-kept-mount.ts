import type { Mounted, MountOptions } from '../mount/index.ts'

export type KeptMount = {
  /** Mounts the widget, or changes the one that is mounted. `root` is the document or shadow tree that it is in. */
  show: (options: MountOptions, root: Node) => void
  /** Unmounts the widget, if it is mounted. */
  remove: () => void
}

/**
 * The one widget of an element. Where an option changes that cannot change while the widget is mounted, it is mounted again.
 * @param mount may throw; the widget is not mounted then
 */
export const createKeptMount = (mount: (options: MountOptions) => Mounted): KeptMount => {
  let mounted: Mounted | null = null
  let mountedWith: readonly unknown[] = []
  const remove = (): void => {
    mounted?.unmount()
    mounted = null
  }
  return {
    show: (options, root) => {
      const { client, publicToken, baseUrl, nonce, element: _, ...changing } = options
      const fixed = [client, publicToken, baseUrl, nonce, changing.config?.enableShadowDOM ?? false, root]
      if (mounted !== null && fixed.every((part, place) => part === mountedWith[place])) {
        mounted.update(changing)
        return
      }
      remove()
      mounted = mount(options)
      mountedWith = fixed
    },
    remove,
  }
}
