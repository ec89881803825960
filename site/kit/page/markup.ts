/**
 * The module of a component, as a path from the site's folder: it exports the component under the name of its file. The server
 * does not load it; the build puts it into the bundle that renders pages. `Props` is what the component is given.
 */
export type Markup<Props> = string & { readonly given?: (props: Props) => void }

type PropsOf<Component> = Component extends (props: infer Props) => unknown ? Props : never

/** Names a component by its module, and has the compiler check what it is given: `markup<typeof ClaimPage>('…/ClaimPage.tsx')`. */
export const markup = <Component extends (props: never) => unknown>(path: string): Markup<PropsOf<Component>> => path
