import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { idsOf } from './island-ids.ts'

type Props<P extends object> = {
  /** Its name in the page's `islands.tsx`. */
  name: string
  of: ComponentType<P>
  /** Plain data: it travels to the browser as JSON, in the element itself. */
  props: P
  /** True if it has personal content, which is inserted into a shared page. */
  isPersonal?: boolean
}

/**
 * A part of a page that comes alive in the browser. The rest of the page stays the markup that the server sent: it is
 * neither sent twice nor run twice (docs/decisions/02). It is rendered by itself, as it becomes live by itself, so that both count its ids alike.
 */
export const Island = <P extends object>({ name, of: Component, props, isPersonal = false }: Props<P>) => (
  <div
    data-island={name}
    data-yours={isPersonal ? name : undefined}
    data-props={JSON.stringify(props)}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React has written and escaped it.
    dangerouslySetInnerHTML={{ __html: renderToString(<Component {...props} />, { identifierPrefix: idsOf(name) }) }}
  />
)
