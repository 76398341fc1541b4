module example.com/keys

go 1.24.0

require (
	github.com/google/uuid v1.6.0
	github.com/ydb-platform/ydb-go-sdk/v3 v3.139.2
	github.com/zeebo/xxh3 v1.0.2
)
