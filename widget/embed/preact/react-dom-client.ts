import { type ComponentChild, type ContainerNode, hydrate, render } from 'preact'

/** A root as React makes them. */
export const createRoot = (container: ContainerNode) => ({
  render: (tree: ComponentChild) => render(tree, container),
  unmount: () => render(null, container),
})

/** Makes markup live that a server has sent. */
export const hydrateRoot = (container: ContainerNode, tree: ComponentChild) => hydrate(tree, container)
