/**
 * Runs in Redis. Each window is a hash: the count of each process, and their total. The key is that of the window, a colon, and the
 * name of a process's part of it. A process tells its own count and not the difference, so a call that Redis takes twice or not at
 * all is right again with the next one. A call beyond the quota is not counted, but the process's calls before it are.
 *
 * ARGV: the process's count with this call · the seconds of a new window · the quota. Returns the total and the milliseconds left.
 */
export const COUNT_SCRIPT = `
local window, process = string.match(KEYS[1], '^(.+):(%w+)$')
local before = tonumber(redis.call('hget', window, process) or '0')
local total = tonumber(redis.call('hget', window, 'total') or '0')
local own = tonumber(ARGV[1])
local answer = total + own - before
if own > before and answer > tonumber(ARGV[3]) then own = own - 1 end
redis.call('hset', window, process, own, 'total', total + own - before)
local left = redis.call('pttl', window)
if left < 0 then
  left = tonumber(ARGV[2]) * 1000
  redis.call('pexpire', window, left)
end
return { answer, left }
`;
