import { UsageError } from '../../client/index.ts'

/** The element to mount in, by itself, by id or by selector (SPEC §8). @throws UsageError when there is none. */
export const findElement = (
  { element, elementId }: { element?: Element; elementId?: string },
  caller: string,
): Element => {
  if (element !== undefined && elementId !== undefined) {
    throw new UsageError(`${caller} takes an element or an elementId, not both.`)
  }
  if (element !== undefined) {
    if (element.nodeType !== Node.ELEMENT_NODE) throw new UsageError(`${caller} needs an element as its element.`)
    return element
  }
  if (elementId === undefined) throw new UsageError(`${caller} needs an elementId or an element to mount in.`)
  const found = document.getElementById(elementId) ?? select(elementId)
  if (found === null) {
    throw new UsageError(
      `The selector you specified (${elementId}) applies to no DOM elements that are currently on the page. ` +
        'Write the id of an element that is there, or wait until it is.',
    )
  }
  return found
}

const select = (selector: string): Element | null => {
  try {
    return document.querySelector(selector)
  } catch {
    return null
  }
}
