/** What Vite puts in place: from a file `.env` beside this one, or from whoever serves it. */
interface ImportMeta {
  readonly env: { readonly VITE_PUBLIC_TOKEN: string; readonly VITE_PROVIDER: string }
}
