// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// Writes packed legs, by hand and apart from src/encoding: what a byte means stands in contracts/src/legs/Leg.sol.
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

    uint24 internal constant FEE = 3000;

    /// @param flags everything of byte 0 but the direction
    /// @param share of the input in 1/2^32; 0: all the rest
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

    function _direction(address tokenIn, address tokenOut) private pure returns (uint8) {
        return tokenIn < tokenOut ? ZERO_FOR_ONE : 0;
    }
}
