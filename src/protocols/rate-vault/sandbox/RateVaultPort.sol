// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface ICoin {
    function balanceOf(address account) external view returns (uint256);
    function approve(address spender, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @notice Holds what was lent to the market that created it, which may take it.
contract LentPort {
    constructor(ICoin asset) {
        asset.approve(msg.sender, type(uint256).max);
    }
}

/// @notice A port, not Aave's code: a market for one asset, as far as a vault that lends there depends on it. Anyone may
/// set its flags, and how much of what it holds it counts.
contract MarketPort {
    ICoin public immutable asset;
    address public immutable aToken;
    uint256 public configuration = 1 << 56;
    uint256 public uncounted;

    constructor(ICoin asset_) {
        asset = asset_;
        aToken = address(new LentPort(asset_));
    }

    function set(uint256 configuration_, uint256 uncounted_) external {
        (configuration, uncounted) = (configuration_, uncounted_);
    }

    function getConfiguration(address) external view returns (uint256) {
        return configuration;
    }

    function getVirtualUnderlyingBalance(address) public view returns (uint128) {
        uint256 held = asset.balanceOf(aToken);
        return uint128(held > uncounted ? held - uncounted : 0);
    }

    function supply(uint256 amount) external {
        asset.transferFrom(msg.sender, aToken, amount);
    }

    function withdraw(uint256 amount, address to) external {
        require(configuration >> 56 & 1 == 1 && configuration >> 60 & 1 == 0, "RESERVE_PAUSED");
        require(amount <= getVirtualUnderlyingBalance(address(asset)), "NOT_ENOUGH_LIQUIDITY");
        asset.transferFrom(aToken, to, amount);
    }
}

/// @notice A port, not the code of Sky or Aave: a vault that keeps a rate in 27 decimals, with their integers. Without a
/// market it is as SavingsDai and SUsds: paid from its own balance, which never falls short. With one it is as
/// StataTokenV2. Anyone may set the rate and the limit; the rate does not grow by itself.
contract RateVaultPort {
    uint256 private constant RAY = 1e27;

    event Transfer(address indexed from, address indexed to, uint256 value);

    ICoin public immutable asset;
    MarketPort public immutable POOL;
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    bool public paused;
    uint256 public rate = RAY;
    uint256 public cap = type(uint256).max;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(ICoin asset_, string memory name_, string memory symbol_, uint8 decimals_, bool lends) {
        (asset, name, symbol, decimals) = (asset_, name_, symbol_, decimals_);
        POOL = lends ? new MarketPort(asset_) : MarketPort(address(0));
        if (lends) asset_.approve(address(POOL), type(uint256).max);
    }

    function set(uint256 rate_, uint256 cap_, bool paused_) external {
        (rate, cap, paused) = (rate_, cap_, paused_);
    }

    /// @notice Creates shares that nothing was paid for.
    function give(address to, uint256 shares) external {
        _mint(to, shares);
    }

    function aToken() external view returns (address) {
        return POOL.aToken();
    }

    function maxDeposit(address) public view returns (uint256) {
        return cap;
    }

    function convertToAssets(uint256 shares) public view returns (uint256) {
        return shares * rate / RAY;
    }

    function previewDeposit(uint256 assets) public view returns (uint256) {
        return assets * RAY / rate;
    }

    function previewRedeem(uint256 shares) external view returns (uint256) {
        return convertToAssets(shares);
    }

    function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
        require(!paused, "EnforcedPause");
        require(assets <= cap, "ERC4626ExceededMaxDeposit");
        shares = previewDeposit(assets);
        require(shares != 0, "StaticATokenInvalidZeroShares");
        if (cap != type(uint256).max) cap -= assets;
        asset.transferFrom(msg.sender, address(this), assets);
        if (address(POOL) != address(0)) POOL.supply(assets);
        _mint(receiver, shares);
    }

    function redeem(uint256 shares, address receiver, address owner) external returns (uint256 assets) {
        require(!paused, "EnforcedPause");
        if (owner != msg.sender) allowance[owner][msg.sender] -= shares;
        assets = convertToAssets(shares);
        balanceOf[owner] -= shares;
        totalSupply -= shares;
        emit Transfer(owner, address(0), shares);
        if (cap != type(uint256).max && cap != 0) cap += assets;
        if (address(POOL) != address(0)) POOL.withdraw(assets, receiver);
        else asset.transfer(receiver, assets);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - amount;
        return _move(from, to, amount);
    }

    function _mint(address to, uint256 shares) private {
        totalSupply += shares;
        balanceOf[to] += shares;
        emit Transfer(address(0), to, shares);
    }

    function _move(address from, address to, uint256 amount) private returns (bool) {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
        return true;
    }
}
