/** What Vite puts in place: from a file `.env` beside this one, or from the server. */
interface ImportMeta {
  readonly env: { readonly VITE_PUBLIC_TOKEN: string; readonly VITE_PROVIDER: string }
}
