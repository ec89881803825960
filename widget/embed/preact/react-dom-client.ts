import { type ComponentChild, type ContainerNode, render } from 'preact'

/** A root as React makes them. */
export const createRoot = (container: ContainerNode) => ({
  render: (tree: ComponentChild) => render(tree, container),
  unmount: () => render(null, container),
})
