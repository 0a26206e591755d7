// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

interface ICoin {
    function transfer(address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
}

interface ICallbackPool {
    function swap(address to, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data)
        external
        returns (int256, int256);
}

interface ISaddle {
    function swap(uint8 from, uint8 to, uint256 amountIn, uint256 minOut, uint256 deadline) external returns (uint256);
}

struct VaultKey {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

struct VaultParams {
    bool zeroForOne;
    int256 amountSpecified;
    uint160 sqrtPriceLimitX96;
}

interface IManager {
    function unlock(bytes calldata data) external returns (bytes memory);
    function swap(VaultKey calldata key, VaultParams calldata params, bytes calldata hookData)
        external
        returns (int256 delta);
    function sync(address currency) external;
    function settle() external payable returns (uint256);
    function take(address currency, address to, uint256 amount) external;
}

/// @notice Sells its own tokens in one pool with nothing around it, payment included: what a swap costs without a
/// router. Always token 0 for token 1; the output comes back here.
contract Direct {
    uint160 private constant LOWEST_PRICE = 4295128740;

    function allow(ICoin coin, address spender) external {
        coin.approve(spender, type(uint256).max);
    }

    function callback(ICallbackPool pool, ICoin sold, uint256 amountIn) external {
        pool.swap(address(this), true, int256(amountIn), LOWEST_PRICE, abi.encode(sold));
    }

    function uniswapV3SwapCallback(int256 owed, int256, bytes calldata data) external {
        abi.decode(data, (ICoin)).transfer(msg.sender, uint256(owed));
    }

    function vault(IManager manager, VaultKey calldata key, uint256 amountIn) external {
        manager.unlock(abi.encode(key, amountIn));
    }

    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        (VaultKey memory key, uint256 amountIn) = abi.decode(data, (VaultKey, uint256));
        IManager manager = IManager(msg.sender);
        int256 delta = manager.swap(key, VaultParams(true, -int256(amountIn), LOWEST_PRICE), "");
        manager.sync(key.currency0);
        ICoin(key.currency0).transfer(msg.sender, amountIn);
        manager.settle();
        manager.take(key.currency1, address(this), uint256(int256(int128(delta))));
        return "";
    }

    function adapter(ISaddle pool, uint8 from, uint8 to, uint256 amountIn) external {
        pool.swap(from, to, amountIn, 0, block.timestamp);
    }
}
