// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IPool {
    function getPricesAndExchangePrices() external;
    function swapIn(bool first, uint256 amountIn, uint256 minOut, address to) external payable returns (uint256);
}

/// @notice A port, not Instadapp's code: the answers of Fluid's reserves resolver that are used here. Its estimate is
/// the pool's own; the real one returns 0 if it expects the trade to revert.
contract FluidResolverPort {
    struct Pool {
        address pool;
        address token0;
        address token1;
        uint256 fee;
    }

    address private constant DEAD = 0x000000000000000000000000000000000000dEaD;

    Pool[] private pools;

    function add(address pool, address token0, address token1, uint256 fee) external {
        pools.push(Pool(pool, token0, token1, fee));
    }

    function getAllPools() external view returns (Pool[] memory) {
        return pools;
    }

    function getDexPricesAndExchangePrices(address pool) external returns (uint256[9] memory prices) {
        try IPool(pool).getPricesAndExchangePrices() {}
        catch (bytes memory said) {
            if (said.length == 292) prices = abi.decode(_behindSelector(said), (uint256[9]));
        }
    }

    function estimateSwapIn(address pool, bool first, uint256 amountIn, uint256 minOut)
        external
        payable
        returns (uint256 out)
    {
        try IPool(pool).swapIn{value: msg.value}(first, amountIn, minOut, DEAD) {}
        catch (bytes memory said) {
            if (said.length == 36) out = abi.decode(_behindSelector(said), (uint256));
        }
    }

    function _behindSelector(bytes memory said) private pure returns (bytes memory rest) {
        rest = new bytes(said.length - 4);
        for (uint256 i = 0; i < rest.length; i++) {
            rest[i] = said[i + 4];
        }
    }
}
