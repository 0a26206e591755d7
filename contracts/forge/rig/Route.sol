// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// Writes packed legs by hand, independent of src/encoding. The layout: contracts/src/legs/Leg.sol.
library Route {
    uint8 internal constant PUSH = 0;
    uint8 internal constant CALLBACK = 1;
    uint8 internal constant VAULT = 2;
    uint8 internal constant ADAPTER = 3;
    uint8 internal constant ZERO_FOR_ONE = 1 << 2;
    uint8 internal constant NAMES_TOKEN = 1 << 3;
    uint8 internal constant IS_FED = 1 << 4;
    uint8 internal constant TO_ROUTER = 0 << 5;
    uint8 internal constant TO_RECIPIENT = 1 << 5;
    uint8 internal constant TO_NEXT_POOL = 2 << 5;
    uint8 internal constant MEASURED = 1 << 7;

    /// Before the first leg: the output comes to the router, which then pays the recipient.
    bytes1 internal constant THROUGH_ROUTER = 0xff;

    uint24 internal constant FEE = 3000;

    function throughRouter(bytes memory legs) internal pure returns (bytes memory) {
        return bytes.concat(THROUGH_ROUTER, legs);
    }

    /// @param flags byte 0 without the direction
    /// @param share of the input in 1/2^32; 0: the whole rest
    function push(uint8 flags, address pool, address tokenIn, address tokenOut, uint32 share)
        internal
        pure
        returns (bytes memory)
    {
        return abi.encodePacked(flags | PUSH | _direction(tokenIn, tokenOut), pool, share, FEE);
    }

    function callback(uint8 flags, address pool, address tokenIn, address tokenOut, uint32 share)
        internal
        pure
        returns (bytes memory)
    {
        return abi.encodePacked(flags | CALLBACK | _direction(tokenIn, tokenOut), pool, share, uint24(0));
    }

    /// @param hooks of the pool; the fee is 3000 and the tick spacing 60
    function vault(uint8 flags, address at, address tokenIn, address tokenOut, address hooks)
        internal
        pure
        returns (bytes memory)
    {
        bytes memory head = abi.encodePacked(flags | VAULT | _direction(tokenIn, tokenOut), at, uint32(0), FEE);
        return bytes.concat(head, abi.encodePacked(tokenOut, uint24(60), hooks));
    }

    function adapter(uint8 flags, address at, address tokenOut, address pool) internal pure returns (bytes memory) {
        return abi.encodePacked(flags | ADAPTER, at, uint32(0), uint24(0), tokenOut, uint24(0), pool);
    }

    function _direction(address tokenIn, address tokenOut) private pure returns (uint8) {
        return tokenIn < tokenOut ? ZERO_FOR_ONE : 0;
    }
}
