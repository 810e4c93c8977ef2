#!/bin/sh
# Puts cache-stats.js, which lies beside this script, where Pi finds it by itself. Needs no npm install.
#
#   integrations/pi/install.sh
#   PI_EXT_DEST=/absolute/file.js integrations/pi/install.sh
#
# The destination is, in this order (an empty variable counts as unset):
#   $PI_EXT_DEST                                      any absolute file
#   $PI_CODING_AGENT_DIR/extensions/cache-stats.js    Pi looks for extensions there, and no longer in ~/.pi, once it is set
#   $HOME/.pi/agent/extensions/cache-stats.js
# A destination that is a symbolic link stays one: the file it leads to is written, so a linked dotfiles folder keeps working.
#
# Needs one of sha256sum, shasum and openssl. POSIX cksum does not count: 32 bits are too few to say "unchanged" by.
# Any fault is one line on standard error, `install.sh FAILED: ...`, and status 1; a file already there is then as it was.

set -u
LC_ALL=C
export LC_ALL

fail() {
  printf 'install.sh FAILED: %s\n' "$1" >&2
  exit 1
}

# Prints the SHA-256 of file $1 by way of $tool; fails when the tool is missing or gives something else. The file goes in
# by standard input: given a name, the tools differ in how they print it, and sha256sum marks names that need escaping.
digest() {
  case $tool in
    sha256sum) line=$(sha256sum <"$1") ;;
    shasum) line=$(shasum -a 256 <"$1") ;;
    openssl) line=$(openssl dgst -sha256 -r <"$1") ;;
  esac 2>/dev/null || return 1
  sum=${line%% *}
  case $sum in
    *[!0-9a-f]*) return 1 ;;
  esac
  [ ${#sum} -eq 64 ] && printf '%s\n' "$sum"
}

# Prints where the file goes. `~` is expanded as Pi does it; a relative path would depend on where this is run, as it does
# in Pi, so it is left for the caller to refuse.
choose_destination() {
  if [ -n "${PI_EXT_DEST:-}" ]; then
    printf '%s\n' "$PI_EXT_DEST"
    return
  fi
  [ -n "${HOME:-}" ] || fail 'HOME is not set. Set it, or name the file: PI_EXT_DEST=/absolute/cache-stats.js'
  agent=${PI_CODING_AGENT_DIR:-"$HOME/.pi/agent"}
  case $agent in
    '~') agent=$HOME ;;
    '~/'*) agent=$HOME/${agent#??} ;;
  esac
  printf '%s\n' "${agent%/}/extensions/cache-stats.js"
}

# Prints the file at the end of the links that start at $1, which may not exist yet.
follow_links() {
  path=$1
  hops=0
  while [ -L "$path" ]; do
    hops=$((hops + 1))
    [ "$hops" -le 40 ] || fail "$1 is a symbolic link that leads in a circle"
    link=$(readlink "$path") || fail "cannot read the symbolic link $path"
    case $link in
      /*) path=$link ;;
      *) path=${path%/*}/$link ;;
    esac
  done
  printf '%s\n' "$path"
}

[ $# -eq 0 ] || fail "takes no arguments (got: $*); name another destination with PI_EXT_DEST=/absolute/file.js"

case $0 in
  */*) source=${0%/*}/cache-stats.js ;;
  *) source=./cache-stats.js ;;
esac
[ -f "$source" ] && [ -r "$source" ] || fail "$source is missing or unreadable; run this script in a complete checkout"

wanted=
for tool in sha256sum shasum openssl; do
  wanted=$(digest "$source") && break
done
[ -n "$wanted" ] || fail 'no checksum tool: sha256sum, shasum or openssl must work and be on PATH'

# A failure inside $( ) ends only that subshell, with its message already printed.
destination=$(choose_destination) || exit 1
case $destination in
  /*) ;;
  *) fail "the destination must be an absolute path: $destination" ;;
esac
destination=$(follow_links "$destination") || exit 1
case $destination in
  */ | */. | */..) fail "the destination is a directory: $destination" ;;
esac
[ ! -d "$destination" ] || fail "the destination is a directory: $destination"
[ ! -e "$destination" ] || [ -f "$destination" ] || fail "the destination is not a regular file: $destination"

if [ -f "$destination" ] && [ "$(digest "$destination")" = "$wanted" ]; then
  printf 'unchanged: %s\n' "$destination"
  exit 0
fi

folder=${destination%/*}
[ -n "$folder" ] || folder=/
reason=$(mkdir -p "$folder" 2>&1) || fail "cannot create the folder $folder: $reason"

# Beside the destination, so that mv is a rename and Pi sees the old file or the new one, never a part. The name does not
# end in .js: Pi loads every .js of the folder, also one that a killed run left behind.
temporary=${folder%/}/.cache-stats.js.$$.tmp
trap 'rm -f "$temporary"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

reason=$( (set -C && cat "$source" >"$temporary") 2>&1) || fail "cannot write in the folder $folder: $reason"
[ "$(digest "$temporary")" = "$wanted" ] || fail "the copy differs from $source; $destination is as it was"
reason=$(mv -f "$temporary" "$destination" 2>&1) || fail "cannot replace $destination: $reason"

printf 'installed: %s\nType /reload in a Pi that is running; a new one loads it by itself.\n' "$destination"
