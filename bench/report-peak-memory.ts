/** Loaded with `--import` before a program: says in the end, on its standard error, how much memory it took at most. */
process.on('exit', () => {
  console.error(`peak memory ${process.resourceUsage().maxRSS} KiB`)
})
