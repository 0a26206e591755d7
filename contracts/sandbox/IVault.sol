// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Uniswap v4's PoolManager: what fillers, drivers and test doubles use of it.
interface IVault {
    struct Key {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

    struct Change {
        int24 lower;
        int24 upper;
        int256 liquidity;
        bytes32 salt;
    }

    struct Params {
        bool zeroForOne;
        int256 amount;
        uint160 limit;
    }

    function unlock(bytes calldata data) external returns (bytes memory);
    function initialize(Key calldata key, uint160 sqrtPriceX96) external returns (int24);
    function modifyLiquidity(Key calldata key, Change calldata change, bytes calldata hookData)
        external
        returns (int256 delta, int256 fees);
    function swap(Key calldata key, Params calldata params, bytes calldata hookData) external returns (int256 delta);
    function sync(address currency) external;
    function settle() external payable returns (uint256);
    function take(address currency, address to, uint256 amount) external;
    function extsload(bytes32 slot) external view returns (bytes32);
}
