import { type ComponentType, createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** What an island is given in the browser: what the server wrote into the page, and what its form held when its script arrived. */
export type IslandProps<Props> = Props & { typedBefore?: FormData }

/**
 * Makes the islands of this page live: the components stand under the names that the markup gives them. An island that is a form
 * is given what its fields hold by now, as `typedBefore`: becoming live sets them to what they began with. Leaves the mark `alive` in the
 * browser's own timeline, so that anybody can measure when that was.
 */
export const hydrate = (islands: Readonly<Record<string, ComponentType<never>>>): void => {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const component = islands[element.dataset.island ?? '']
    if (component === undefined) continue
    const form = element.querySelector('form')
    const typedBefore = form === null ? undefined : new FormData(form)
    hydrateRoot(
      element,
      createElement(component, { ...JSON.parse(element.dataset.props ?? '{}'), typedBefore } as never),
    )
  }
  performance.mark('alive')
}
