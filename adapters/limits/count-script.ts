/**
 * Runs in Redis. Each window is a hash: the count of each process, and their total. The key is that of the window, a colon, the
 * name of a process's part of it, a colon, and the count of all other processes that this one brings back. A process tells its own
 * count and not the difference, so a call that Redis takes twice or not at all is right again with the next one. A call beyond the
 * quota is not counted, but the process's calls before it are.
 *
 * After Redis has lost the hash, the first process that tells its count also brings back those of the others, as `gone`: some of
 * them may have ended. What a process of these tells later is taken from `gone`.
 *
 * ARGV: the process's count with this call · the seconds of a new window · the quota. Returns the total and the milliseconds left.
 */
export const COUNT_SCRIPT = `
local window, process, others = string.match(KEYS[1], '^(.+):(%w+):(%d+)$')
local before = tonumber(redis.call('hget', window, process) or '-1')
local total = tonumber(redis.call('hget', window, 'total') or '0')
local own = tonumber(ARGV[1])
local brought = {}
if before < 0 then
  before = 0
  local kept = tonumber(redis.call('hget', window, 'gone') or '0')
  local told = total - kept
  local gone = math.max(kept - math.max(own - 1, 0), tonumber(others) - told, 0)
  total = told + gone
  if gone ~= kept then brought = { 'gone', gone } end
end
local answer = total + own - before
if own > before and answer > tonumber(ARGV[3]) then own = own - 1 end
redis.call('hset', window, process, own, 'total', total + own - before, unpack(brought))
local left = redis.call('pttl', window)
if left < 0 then
  left = tonumber(ARGV[2]) * 1000
  redis.call('pexpire', window, left)
end
return { answer, left }
`;
