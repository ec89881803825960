/**
 * Module path of a component, relative to the site's folder. The module exports the component under its file name. The server does not load
 * it; the build adds it to the bundle that renders pages. `Props` are the component's props.
 */
export type Markup<Props> = string & { readonly given?: (props: Props) => void }

type PropsOf<Component> = Component extends (props: infer Props) => unknown ? Props : never

/** References a component by its module, with type-checked props: `markup<typeof ClaimPage>('…/ClaimPage.tsx')`. */
export const markup = <Component extends (props: never) => unknown>(path: string): Markup<PropsOf<Component>> => path
