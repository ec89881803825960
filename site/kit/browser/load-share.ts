/** Fetches the island that shares a page. Several pages have it. */
export const loadShare = () => import('./Share.tsx').then(({ Share }) => Share)
