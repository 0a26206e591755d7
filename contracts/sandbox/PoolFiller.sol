// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IV2Factory {
    function createPair(address a, address b) external returns (address);
}

interface IV2Pair {
    function mint(address to) external returns (uint256);
}

interface IV3Factory {
    function createPool(address a, address b, uint24 fee) external returns (address);
}

interface IV3Pool {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function initialize(uint160 sqrtPriceX96) external;
    function mint(address to, int24 lower, int24 upper, uint128 liquidity, bytes calldata data)
        external
        returns (uint256, uint256);
}

/// Owns plenty of every sandbox token and puts them into pools. Used only when a chain is created.
contract PoolFiller {
    address private owner;
    address private minting;

    struct Position {
        int24 lower;
        int24 upper;
        uint128 liquidity;
    }

    constructor() {
        owner = msg.sender;
    }

    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner");
        _;
    }

    function fillV2(IV2Factory factory, address a, address b, uint256 amountA, uint256 amountB) external onlyOwner {
        address pair = factory.createPair(a, b);
        _pay(a, pair, amountA);
        _pay(b, pair, amountB);
        IV2Pair(pair).mint(address(this));
    }

    function openV3(IV3Factory factory, address a, address b, uint24 fee, uint160 sqrtPriceX96) external onlyOwner {
        IV3Pool(factory.createPool(a, b, fee)).initialize(sqrtPriceX96);
    }

    function mintV3(IV3Pool pool, Position[] calldata positions) external onlyOwner {
        minting = address(pool);
        bytes memory tokens = abi.encode(pool.token0(), pool.token1());
        for (uint256 i = 0; i < positions.length; i++) {
            Position calldata one = positions[i];
            pool.mint(address(this), one.lower, one.upper, one.liquidity, tokens);
        }
        minting = address(0);
    }

    function uniswapV3MintCallback(uint256 owed0, uint256 owed1, bytes calldata tokens) external {
        require(msg.sender == minting, "not the pool");
        (address token0, address token1) = abi.decode(tokens, (address, address));
        if (owed0 > 0) _pay(token0, msg.sender, owed0);
        if (owed1 > 0) _pay(token1, msg.sender, owed1);
    }

    /// Accepts tokens that return nothing.
    function _pay(address token, address to, uint256 value) private {
        (bool ok, bytes memory answer) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, value));
        require(ok && (answer.length == 0 || abi.decode(answer, (bool))), "transfer failed");
    }
}
