import { type ComponentType, createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'

/**
 * Makes the islands of this page live: the components stand under the names that the markup gives them. Leaves the mark `alive`
 * in the browser's own timeline, so that anybody can measure when that was.
 */
export const hydrate = (islands: Readonly<Record<string, ComponentType<never>>>): void => {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const component = islands[element.dataset.island ?? '']
    if (component === undefined) continue
    hydrateRoot(element, createElement(component, JSON.parse(element.dataset.props ?? '{}') as never))
  }
  performance.mark('alive')
}
