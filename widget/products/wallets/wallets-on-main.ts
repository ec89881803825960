/** Buttons of wallets and of providers that Main has room for, one of them for other wallets (SPEC §9). */
const mostButtons = 6

/** How many wallets Main shows, beside the buttons of so many providers. The others have a screen of their own. Pure. */
export const walletsOnMain = (providers: number): number => Math.max(0, mostButtons - providers - 1)
