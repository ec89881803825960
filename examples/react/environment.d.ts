/** Environment variables injected by Vite, from a `.env` file beside this one or from the server. */
interface ImportMeta {
  readonly env: { readonly VITE_PUBLIC_TOKEN: string; readonly VITE_PROVIDER: string }
}
