// Pi needs Node 22.19. The npm package `node` puts a fitting one first on the path of npm scripts, unless its install
// script did not run; then everything fails oddly, so this says what to do.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `Node ${process.version} is too old: Pi needs 22.19 or newer. The "node" package of this project brings one;`,
  );
  console.error("its install script has not run here. Run: npm rebuild node");
  process.exit(1);
}
