-- Sends the requests whose paths stand in the file that is the first argument, one a line, over and over; where there is a second
-- argument, each connection waits as many milliseconds before a request.
local requests = {}
local at = 0

function init(args)
  for path in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("GET", path)
  end
  if args[2] then
    delay = function() return tonumber(args[2]) end
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    'RESULT {"requests":%d,"perSecond":%.2f,"failed":%d,"p50":%.4f,"p99":%.4f}',
    summary.requests,
    summary.requests / (summary.duration / 1e6),
    errors.status + errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000
  ))
end
